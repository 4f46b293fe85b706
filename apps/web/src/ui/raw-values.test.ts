// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '..')
const rawPattern =
  /#[0-9a-f]{3,8}\b(?![^(]*\))|\b(?:rgba?|hsla?|oklch|oklab|color)\(|(?<![\w.-])-?(?!0px)\d*\.?\d+px\b/gi
/** The conditions of at-rules, which may contain raw values because they cannot use custom properties. */
const conditions = /@(?:media|container|supports)[^{]*\{/g
const comments = /\/\*.*?\*\//gs

const findRawValues = (text: string) =>
  [...text.replace(comments, '').replace(conditions, '').matchAll(rawPattern)].map(([found]) => found)

test('colours and pixel values are defined only in tokens.css', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    file => /\.(?:css|tsx)$/.test(file) && !/tokens\.css$|\.test\.tsx$/.test(file),
  )
  const found = files.flatMap(file =>
    findRawValues(readFileSync(join(source, file), 'utf8')).map(
      value => `${relative(source, join(source, file))}: ${value}`,
    ),
  )
  expect(files.length).toBeGreaterThan(40)
  expect(found).toEqual([])
})

test('the check for raw values finds them in a style rule, but not in the condition of an at-rule', () => {
  expect(
    findRawValues(
      '.a { color: #fff; margin: -3px 0; background: rgb(1 2 3 / .5) } @media (min-width: 700px) { .b { inset: 0 } }',
    ),
  ).toEqual(['#fff', '-3px', 'rgb('])
})
