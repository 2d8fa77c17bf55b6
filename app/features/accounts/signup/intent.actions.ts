"use server";
import { redirect } from "react-router";
import { fieldsOf } from "#app/request/forms.ts";
import { AppError } from "#worker/platform/errors.ts";
import { edge } from "#worker/server/edge/edge.ts";

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
