/** Personal data of a deleted member; none of it may remain. */
export const TRACES = [
  "vera.q7x@mail.example",
  "Veraq7x",
  "veraq7x",
  "my q7xabout text",
  "1987-03-14",
  "Q7xtown",
  "Q7xBrowser/9",
  "push.example/q7xdevice",
  "q7xnetwork",
  "q7xsource",
  "q7xreason",
  "q7xkey",
  "q7xsnapshot",
  "q7xdraft",
];
