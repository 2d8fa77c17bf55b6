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
    note: "premium member, 200 credits",
  },
] as const;
