// What is loaded when it is first needed would count as part of the first test that needs it, and a mutant of a constant in
// it would meet that test alone. Loaded here, it is as static as the constants of all others, which are ignored.
import '../../src/transport/connection-cause.js';
