"use client";
import { useEffect, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { type Contacts, withPicked } from "./picked-contacts.client.ts";

type Props = { field: string; words: { pick: string; unreadable: string } };

const contactsOf = () => (navigator as Navigator & { contacts?: Contacts }).contacts;

/** Writes the chosen contacts' addresses into the field, where the member sees them first. */
export function ContactPicker({ field, words }: Props) {
  const [isOffered, setOffered] = useState(false);
  const [failed, setFailed] = useState(false);
  useEffect(() => setOffered(contactsOf() !== undefined), []);
  if (!isOffered) return null;

  async function pick() {
    setFailed(false);
    try {
      const [contacts, target] = [contactsOf(), document.getElementById(field)];
      if (!contacts || !(target instanceof HTMLTextAreaElement)) return;
      const picked = await withPicked(contacts, target.value);
      if (picked === null) return;
      target.value = picked;
      target.focus();
    } catch {
      setFailed(true); // no permission, or closed by the system
    }
  }

  return (
    <div>
      <Button icon="users" onClick={pick} type="button" variant="secondary">
        {words.pick}
      </Button>
      <p aria-live="polite">{failed && words.unreadable}</p>
    </div>
  );
}
