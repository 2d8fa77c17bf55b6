"use server";
import { redirect } from "react-router";
import { fieldsOf } from "#app/request/forms.ts";
import { edge } from "#worker/edge/edge.ts";
import { AppError } from "#worker/lib/errors.ts";

/** Gives the postponed like and redirects to the profile, which shows a refusal. */
export async function likeFromIntent(data: FormData): Promise<void> {
  const { profile = "" } = fieldsOf(data);
  try {
    await edge().backend.like({ profile });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  throw redirect(`/members/${encodeURIComponent(profile)}`);
}
