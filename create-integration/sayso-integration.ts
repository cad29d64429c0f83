#!/usr/bin/env node
import { onSupportedNode } from 'create-sayso-plugin/node-version';

onSupportedNode(() => import('./test-command.ts'));
