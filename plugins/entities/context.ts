import { appsRef } from '@sayso/apps/ref';

export const needs = { apps: appsRef };
