#!/usr/bin/env node
import { onSupportedNode } from 'create-sayso-plugin/node-version';

onSupportedNode(() => import('./create-command.ts'));
