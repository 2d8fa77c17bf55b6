import { count, type Lines, type Scene } from "./double.ts";

const press = ({ ben, unique }: Scene) => ({
  package: "c25",
  method: "card" as const,
  profile: ben.id,
  kind: "text" as const,
  text: "Hello",
  price: 1,
  client_id: `waiting-${unique}`,
});

export const WAITING: Lines = {
  payToSend: {
    send: async (scene) => ({ who: scene.anna, input: press(scene) }),
    effect: async (_, who) => (await who.call("orders", {})).payments.map(({ waits }) => waits),
    expected: [true],
  },
  sendWaiting: {
    send: async (scene) => {
      const { payment } = await scene.anna.call("payToSend", press(scene));
      await count(
        "UPDATE payments SET status = 'completed', completed_at = created_at, updated_at = created_at WHERE id = ? RETURNING 1 AS n",
        payment.id,
      );
      return { who: scene.anna, input: { payment: payment.id } };
    },
    effect: async ({ ben }, who) => [
      (await who.call("chat", { profile: ben.id })).messages.map(({ text }) => text),
      (await who.call("user", {})).credits,
    ],
    expected: [["Hello"], 34],
  },
};
