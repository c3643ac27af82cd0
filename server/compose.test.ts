import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './root'

test.each(['compose.yaml', 'compose.instances.yaml'])(
  'every $ of %s is a setting, or doubled for the shell: Compose refuses the file otherwise',
  (name) => {
    const lines = readFileSync(path.join(root, name), 'utf8').split('\n')
    const read = lines.filter((line) => !/^\s*#/.test(line)).join('\n')
    expect(read.replace(/\$\$|\$\{\w+[^}]*\}/g, '')).not.toContain('$')
  },
)
