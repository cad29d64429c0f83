import { z } from 'zod';

const whole = z.coerce.number().int().min(1);

/** Quotas of an account and of an app. */
export const appsConfig = z.object({
  MAX_APPS_PER_ACCOUNT: whole.default(200).describe('Apps that one account may have. Default 200.'),
  MAX_TABLES_PER_APP: whole.default(100).describe('Tables that one app may have. Default 100.'),
});
