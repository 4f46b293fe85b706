import axe from 'axe-core'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, expect } from 'vitest'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import '../base.css'

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean
}

let mounted: { root: Root; element: HTMLElement } | undefined

const clearPage = async () => {
  const { root, element } = mounted ?? {}
  mounted = undefined
  await runInAct(() => root?.unmount())
  element?.remove()
}

/** Enables React's `act` only while `change` runs, so that real key presses and clicks cause renders as in the app. */
const runInAct = async (change: () => void) => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  await act(async () => change())
  globalThis.IS_REACT_ACT_ENVIRONMENT = false
}

/**
 * Renders into an empty page with the app's style sheet and English texts. A further call renders again into the same
 * root.
 */
export const render = async (node: ReactNode): Promise<void> => {
  const { root } = (mounted ??= mount())
  await runInAct(() => root.render(node))
}

const mount = () => {
  const element = document.body.appendChild(document.createElement('main'))
  return { root: createRoot(element), element }
}

export const expectNoAxeViolations = async (): Promise<void> => {
  const { violations } = await axe.run(document.body, { rules: { 'page-has-heading-one': { enabled: false } } })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`)).toEqual([])
}

beforeAll(() => loadTexts('frame'))
afterEach(clearPage)
