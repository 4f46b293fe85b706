import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { iconNames } from './icon-names.ts'

const source = join(import.meta.dirname, '..')
const drawings = join(dirname(createRequire(import.meta.url).resolve('lucide-static/package.json')), 'icons')

test('every icon exists', () => {
  expect(iconNames.filter(name => !existsSync(join(drawings, `${name}.svg`)))).toEqual([])
})

test('the page carries no icon that nobody draws', () => {
  const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter(file => /\.tsx?$/.test(file) && !/icon-names|gallery|\.test\./.test(file))
    .map(file => readFileSync(join(source, file), 'utf8'))
    .join('\n')
  expect(iconNames.filter(name => !code.includes(`'${name}'`) && !code.includes(`"${name}"`))).toEqual([])
})
