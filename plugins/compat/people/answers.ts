import { z } from 'zod';

/** Response schemas of the routes, for the OpenAPI document and the tests. */
const text = z.string();

/** Loose, since it includes what the app keeps about the person. */
const personShape = z.looseObject({
  id: text,
  email: text,
  full_name: text,
  role: z.string(),
  is_verified: z.boolean(),
  app_id: text,
});
export const person = personShape.describe('The person, with what the app keeps about them.');
export const people = z.array(personShape.partial().required({ id: true })).describe('The people, with what the app keeps about them.');
export const loggedIn = z.object({ access_token: text, user: personShape }).describe('A token of this app, and its person.');
export const nothing = z.object({ success: z.boolean() }).describe('Done.');
export const publicSettings = z.object({ id: text, public_settings: text }).describe('Who may open the app.');
