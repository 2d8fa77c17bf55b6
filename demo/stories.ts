import type { Motif } from "./portrait/scenery.ts";

interface Line {
  by: "them" | "you";
  text: string;
  /** Hours before now. */
  ago: number;
  /** A gift of ours instead of a text; the text is its note. */
  gift?: "rose" | "coffee" | "cake";
  photo?: Motif;
}

export interface Story {
  /** Messages at the end that the demo member has not opened. */
  unread: number;
  lines: readonly Line[];
}

export const them = (ago: number, text: string): Line => ({ by: "them", ago, text });
export const you = (ago: number, text: string): Line => ({ by: "you", ago, text });

/** What the two log-ins find in their chats: unread, answered, long, with a gift and with photos. */
export const STORIES: Record<"Anna" | "Ben", readonly Story[]> = {
  Anna: [
    {
      unread: 2,
      lines: [
        you(6, "You swim in October? On purpose?"),
        them(5.6, "On purpose and without a wetsuit. The trick is to start in August and simply not stop."),
        { by: "them", ago: 5.5, text: "This morning at seven. Nobody else, I wonder why.", photo: "beach" },
        you(5.2, "I stopped in August. Of 2019."),
        them(0.7, "Then this is your comeback year."),
        them(0.6, "There is soup afterwards. I should have opened with the soup."),
      ],
    },
    {
      unread: 0,
      lines: [
        them(27, "Your profile says good coffee. How good are we talking?"),
        you(26.4, "Good enough that I cycle past four cafés to get to the fifth."),
        them(26, "Which one? I promise to keep it to myself."),
        you(20, "The little one by the bridge, with the crooked door. Order at the window."),
        them(19.5, "I know that door! I thought it was closed for good."),
        you(3, "That is how they keep the queue short."),
      ],
    },
    {
      unread: 0,
      lines: [
        them(98, "Hello Anna. Three things in common and one of them is music, so: what did you play loudest this week?"),
        you(97, "An old soul record, while cleaning. The neighbour clapped."),
        them(96.5, "Clapped or knocked?"),
        you(96.4, "I choose to believe clapped."),
        them(75, "I was at a concert last night, thirty people in a bookshop. The bass player sat on the crime section."),
        you(74, "Fitting. Did anyone get away?"),
        them(73.8, "Only the encore."),
        you(73.5, "All right, that was good. Do you play yourself?"),
        them(52, "Piano, badly, with conviction. My sister sings so that nobody hears me."),
        you(51.5, "I sing so that nobody asks me to. We should never form a band."),
        them(50, "Agreed. We could listen to one, though."),
        you(49, "When?"),
        them(48.5, "There is one on Friday in a church that is not a church any more. Doors at eight."),
        you(30, "I like the sound of that. Is it the kind of place where one has to stand?"),
        them(29.6, "There are pews. Bring a cushion if you are sensible, I never am."),
        you(9, "Two cushions, then. See how it goes?"),
        them(8.5, "See how it goes. I will be the one without a cushion."),
      ],
    },
    {
      unread: 0,
      lines: [
        you(150, "Congratulations on the new flat! Does it have a door by now?"),
        them(149, "A door, yes. A handle, not yet. I live very openly."),
        them(122, "You were right about the paint, by the way."),
        { by: "them", ago: 121.9, text: "For saving my living room from salmon pink", gift: "cake" },
        you(120, "That is the nicest thing anyone has done over a colour chart. Thank you!"),
        them(119, "Come and see it when the handle is there."),
      ],
    },
  ],
  Ben: [
    {
      unread: 3,
      lines: [
        you(30, "Is that your own sourdough in the third picture?"),
        them(26, "It is. His name is Gerald, he is four and he has travelled more than I have."),
        { by: "them", ago: 25.9, text: "His birthplace", photo: "kitchen" },
        you(25, "Gerald has seen the Alps?"),
        them(1.2, "Gerald has seen customs. Twice."),
        them(1.1, "They let him through both times."),
        them(1, "Do you want an heir? I have a spare jar."),
      ],
    },
    {
      unread: 0,
      lines: [
        them(54, "You like coffee, music and travelling. Which one would you give up?"),
        you(52, "Travelling, if the other two come along to the balcony."),
        them(51, "Correct answer. I was prepared to be disappointed."),
        you(5, "I can still disappoint you. I put milk in everything."),
      ],
    },
    {
      unread: 0,
      lines: [
        you(120, "Good evening! You write that you read the last page first. How did we end?"),
        them(119, "Laughing, I think. Something about a canoe."),
        you(118, "I have never been in a canoe."),
        them(117, "That must be chapter two."),
        you(96, "I looked them up. You can hire them by the hour. It also says: cannot tip over. I do not believe them."),
        them(95, "Everything can tip over if two people lean the same way."),
        you(94.5, "Is that from a book?"),
        them(94, "From a canoe."),
        them(70, "How was your Monday?"),
        you(69, "Long. It had a meeting about meetings. Yours?"),
        them(68.5, "I taught eleven children to play the same note. Eleven different ones came out."),
        you(68, "Jazz."),
        them(67.8, "That is what I told the parents."),
        you(44, "Saturday looks dry. I only mention it."),
        them(43, "Saturday, two o'clock, by the boats. I only mention it."),
        you(42.5, "I will bring dry socks for two."),
      ],
    },
    {
      unread: 0,
      lines: [
        them(200, "Thank you for the tip about the night train! I slept like a stone."),
        you(199, "Upper bunk?"),
        them(198, "Upper bunk. Like a queen."),
        { by: "you", ago: 174, text: "Welcome home", gift: "rose" },
        them(172, "Oh, that is lovely. Nobody has met me at a station in years, and you did it from a sofa."),
        you(171, "Next time with the platform."),
      ],
    },
  ],
};
