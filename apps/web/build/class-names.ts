import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import type { Plugin } from 'vite'

const LENGTH = 4
const letters = /[^A-Za-z]/g

/** Shortens each class name to four letters, the same in every build, because pages contain hundreds of class names. */
export const classNames = (root: string): Plugin => {
  const owners = new Map<string, string>()
  return {
    name: 'parvis:class-names',
    apply: 'build',
    config: () => ({
      css: {
        modules: {
          generateScopedName(name, file) {
            const owner = `${relative(root, file.replace(/\?.*$/, ''))} .${name}`
            const short = createHash('sha256').update(owner).digest('base64').replace(letters, '').slice(0, LENGTH)
            const other = owners.get(short)
            if (other !== undefined && other !== owner)
              throw new Error(`${owner} and ${other} would both be named "${short}": rename one of them.`)
            owners.set(short, owner)
            return short
          },
        },
      },
    }),
  }
}
