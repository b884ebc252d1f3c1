/** The installation that the portal was built for. Empty if it was built for none. */
interface ImportMetaEnv {
  readonly CARE_BASE_URL: string;
}
