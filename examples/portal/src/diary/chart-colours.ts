/** At least 3:1 against a white and a dark page, and distinct side by side. After the last one, the first comes again. */
const colours = ['#0c8599', '#868e96', '#e8590c', '#1c7ed6', '#ae3ec9', '#2f9e44', '#e03131'];

export function colourOf(index: number): string {
  return colours[index % colours.length] ?? '#868e96';
}
