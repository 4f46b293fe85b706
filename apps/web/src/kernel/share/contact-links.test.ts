// @vitest-environment node
import { expect, test } from 'vitest'
import { webHref } from './contact-links.ts'

test.each([
  ['https://example.org/a', 'https://example.org/a'],
  ['http://example.org', 'http://example.org/'],
  ['example.org', 'https://example.org/'],
])('the web address %s leads to its page', (typed, href) => {
  expect(webHref(typed)).toBe(href)
})

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc',
  '',
])('what is no page of the web leads nowhere: %s', typed => {
  expect(webHref(typed)).toBeNull()
})
