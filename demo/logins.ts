/** Not fictional, so that they show as online and count. */
export const DEMO_PASSWORD = "coffee-in-Amsterdam";

export const DEMO_LOGINS = [
  {
    id: "demo0000000000000001",
    name: "Anna",
    email: "anna@demo.example",
    gender: "female",
    lookingFor: "male",
    premium: false,
    credits: 50,
    prompts: [
      { question: "perfect_sunday", answer: "Coffee at the window with the crooked door, then nowhere in particular." },
      { question: "hopeless_at", answer: "Swimming after August." },
    ],
    note: "free member, 50 credits",
  },
  {
    id: "demo0000000000000002",
    name: "Ben",
    email: "ben@demo.example",
    gender: "male",
    lookingFor: "female",
    premium: true,
    credits: 200,
    prompts: [
      { question: "wins_over", answer: "Somebody who says when the joke was not that good." },
      { question: "small_joy", answer: "A night train that leaves on time." },
    ],
    note: "premium member, 200 credits",
  },
] as const;

/** For the staff pages of local builds, with the password above; /dev/staff shows their codes. */
export const DEMO_STAFF = [
  { id: "demo0000000000staff1", name: "Olga", email: "operator@demo.example", role: "operator" },
  { id: "demo0000000000staff3", name: "Sol", email: "support@demo.example", role: "support" },
  { id: "demo0000000000staff2", name: "Mo", email: "moderator@demo.example", role: "moderator" },
  { id: "demo0000000000staff4", name: "Dee", email: "desk@demo.example", role: "desk" },
] as const;
