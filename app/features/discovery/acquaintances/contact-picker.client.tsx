"use client";
import { useEffect, useState } from "react";
import { Button } from "#app/ui/button.tsx";

/** https://w3c.github.io/contact-picker: Chromium on Android. */
interface Contacts {
  select(properties: ["email"], options: { multiple: true }): Promise<{ email?: string[] }[]>;
}

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
      const chosen = (await contactsOf()?.select(["email"], { multiple: true })) ?? [];
      const emails = chosen.flatMap(({ email }) => email ?? []);
      const target = document.getElementById(field);
      if (!(target instanceof HTMLTextAreaElement) || emails.length === 0) return;
      target.value = [...new Set([...target.value.split("\n").filter(Boolean), ...emails])].join("\n");
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
