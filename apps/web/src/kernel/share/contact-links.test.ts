// @vitest-environment node
import { expect, test } from 'vitest'
import { webHref } from './contact-links.ts'

test.each([
  ['https://example.org/a', 'https://example.org/a'],
  ['http://example.org', 'http://example.org/'],
  ['example.org', 'https://example.org/'],
])('webHref turns %s into a link to the web page', (typed, href) => {
  expect(webHref(typed)).toBe(href)
})

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc',
  '',
])('webHref returns null for anything but a web page: %s', typed => {
  expect(webHref(typed)).toBeNull()
})
