import { appPurges, appsRef } from '@sayso/apps/ref';

export const needs = { apps: appsRef };
export const adds = { appPurges };
