"use client";
import { Fragment, type ReactNode, useState } from "react";
import { stableOrder } from "./stable-order.ts";

/** Keeps the order of a list while its page refreshes, so that no card moves under a finger. A new document sorts anew. */
export function StableOrder({ ids, children }: { ids: string[]; children: ReactNode[] }) {
  const [shown, setShown] = useState(ids);
  const order = stableOrder(shown, ids);
  if (order.join() !== shown.join()) setShown(order);
  return order.map((id) => <Fragment key={id}>{children[ids.indexOf(id)]}</Fragment>);
}
