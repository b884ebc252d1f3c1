import { type InlineFile, sniffContentType } from './stored-file.js';

// Drawn for the sandbox, as PNG. They show no real person or place.
const portraitPng =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABAAgMAAADXB5lNAAAADFBMVEXP6O/xyaVrSjULcoWGOic9AAAAoUlEQVR42tXOwQnCQBAF0DG55WIVXtLEpokR' +
  'sQSrSBPecxHiVJGSLCAwuq5h8kdciGDAue3j/88S/dkVIi1ALdK7AEaqCB02sCPPy0CRoP0M1YUfd+yWwDnCPgN1gv7HkD62CK4RTjOQCJKFHfMBYMPc' +
  'rA5EpepA+EYJEUYXmEdCAovo61zDOtsJbjhhI6puxENpMODmtPoGwWD8FlTdRxDu4owjRjBP6PwAAAAASUVORK5CYII=';
const gardenPng =
  'iVBORw0KGgoAAAANSUhEUgAAAGAAAABAAgMAAACYWpqdAAAADFBMVEXN6vf3yUhqqE96WjrZA3oQAAAAwklEQVR42u3TwQ3CMAwF0BCJC/cukSkYgUOz' +
  'T0fJMfIUjMK5SwTHLflOm4oiwQGET6mf4qSua8z3xYkCHg7+XNZEBOh8jw2ktnjvH0vHEFHJl1pEqtaR4TItrcDwDDqGHmfj9D3gBOL7QV13J6iW1KCa' +
  'uAC0nV8wjeg7PtQCEFZgeAGMQGtIHENsT08aQ3OuGDYGLt02RjFdPwC2GlfA1GlawZyHzFDyWQJA5VnkKIEqz5AlQ50n+TkYLFEDWvGHn4U79TYDaVtY' +
  'at0AAAAASUVORK5CYII=';

export const portrait = (): InlineFile => inlinePicture(portraitPng, 'voorbeeld.png');

export const garden = (): InlineFile => inlinePicture(gardenPng, 'garden.png');

function inlinePicture(base64: string, filename: string): InlineFile {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return { bytes, filename, contentType: sniffContentType(bytes) };
}
