/** The installation that the portal was built for; empty where it was built for none. */
interface ImportMetaEnv {
  readonly CARE_BASE_URL: string;
}
