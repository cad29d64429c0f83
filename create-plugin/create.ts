#!/usr/bin/env node
import { onSupportedNode } from './node-version.ts';

onSupportedNode(() => import('./create-command.ts'));
