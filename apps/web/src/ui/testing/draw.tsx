import axe from 'axe-core'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, expect } from 'vitest'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import '../base.css'

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean
}

let drawn: { root: Root; element: HTMLElement } | undefined

const wipe = async () => {
  const { root, element } = drawn ?? {}
  drawn = undefined
  await quietly(() => root?.unmount())
  element?.remove()
}

/** React waits for nothing here: what real keys and taps change is drawn as it is in the app. */
const quietly = async (change: () => void) => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  await act(async () => change())
  globalThis.IS_REACT_ACT_ENVIRONMENT = false
}

/**
 * Draws into an empty page, under the style sheet of the app and with its words in English. Call again to draw it anew.
 */
export const draw = async (node: ReactNode): Promise<void> => {
  const { root } = (drawn ??= start())
  await quietly(() => root.render(node))
}

const start = () => {
  const element = document.body.appendChild(document.createElement('main'))
  return { root: createRoot(element), element }
}

export const expectNoAxeViolations = async (): Promise<void> => {
  const { violations } = await axe.run(document.body, { rules: { 'page-has-heading-one': { enabled: false } } })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`)).toEqual([])
}

beforeAll(() => loadTexts('common', 'errors'))
afterEach(wipe)
