import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, describe, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { Button } from './Button.tsx'
import { Gallery } from './gallery/Gallery.tsx'
import { render } from './testing/render.tsx'
import { measureContrast, type ContrastReport } from './testing/measure-contrast.ts'
import { closeToast, showToast, shownToasts } from './toasts.ts'

const CONTROLS = 'button, a[href], input, textarea'

const controlsIn = (root: ParentNode) =>
  [...root.querySelectorAll<HTMLElement>(CONTROLS)].filter(control => {
    const { width, height, bottom } = (control.closest('label') ?? control).getBoundingClientRect()
    // Excludes the skip link, which is above the page until it is focused.
    return width > 1 && height > 1 && bottom + scrollY > 0 && control.checkVisibility({ visibilityProperty: true })
  })
const surroundingOf = (control: HTMLElement) =>
  control.closest('label')?.parentElement ?? control.parentElement ?? control

/** Measures the page at rest, then each control with focus and, with `withPointer`, hovered and pressed. */
const inspectAllStates = async (
  root: ParentNode = document,
  withPointer = true,
): Promise<ContrastReport & { controls: number; reached: number }> => {
  const inspections = [measureContrast(root instanceof Element ? root : document.body)]
  const controls = controlsIn(root)
  // After a key press the browser shows focus rings.
  await userEvent.keyboard('{Tab}')
  for (const control of controls) {
    control.focus()
    // Waits a frame, in which the browser scrolls the focused control into view.
    await new Promise(requestAnimationFrame)
    if (document.activeElement === control) inspections.push(measureContrast(surroundingOf(control)))
  }
  let reached = 0
  for (const control of withPointer ? controls : []) {
    const target = control.closest('label') ?? control
    // A press may have closed the container of the control.
    if (!target.checkVisibility()) continue
    target.draggable = false
    target.dataset.pointed = ''
    target.scrollIntoView({ block: 'center', behavior: 'instant' })
    await commands.pointer('over', '[data-pointed]')
    if (target.matches(':hover')) {
      reached++
      inspections.push(measureContrast(surroundingOf(control)))
      await commands.pointer('down')
      inspections.push(measureContrast(surroundingOf(control)))
    }
    // The pointer is released elsewhere, so that the press does not click.
    await commands.pointer('away')
    delete target.dataset.pointed
  }
  return {
    seen: inspections.reduce((sum, { seen }) => sum + seen, 0),
    faults: [...new Set(inspections.flatMap(({ faults }) => faults))],
    controls: controls.length,
    reached,
  }
}

const renderGallery = async () => {
  const router = createRouter({ routeTree: createRootRoute({ component: Gallery }), history: createMemoryHistory() })
  await router.load()
  await render(<RouterProvider router={router as never} />)
  await expect.element(page.getByRole('button', { name: 'Dialog s' })).toBeInTheDocument()
}

afterEach(async () => {
  delete document.documentElement.dataset.theme
  // Open toasts would cover the controls of the next test.
  for (const { id } of shownToasts()) closeToast(id)
  await page.viewport(390, 844)
})

// Theme, width, height, and whether the pointer is used too. The short run has only the first two views.
const views = [
  ['light', 390, 844, true],
  ['dark', 1280, 800, false],
  ['dark', 1280, 800, true],
  ['dark', 390, 844, false],
  ['light', 1280, 800, false],
] as const
describe.each(import.meta.env.PARVIS_LONG === '1' ? views : views.slice(0, 2))(
  'the gallery of components, %s, %i px wide,',
  (theme, width, height, withPointer) => {
    test('has enough contrast in every state', { timeout: 240_000 }, async () => {
      await page.viewport(width, height)
      document.documentElement.dataset.theme = theme
      await renderGallery()
      const parts = await inspectAllStates(document, withPointer)

      ;(page.getByRole('button', { name: 'Dialog l' }).element() as HTMLElement).click()
      await expect.element(page.getByRole('dialog')).toBeVisible()
      const dialog = await inspectAllStates(page.getByRole('dialog').element(), withPointer)
      await userEvent.keyboard('{Escape}')
      await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
      const opener = document.querySelector<HTMLElement>(`[data-where="${width < 1024 ? 'bar' : 'rail'}"]`)!
      opener.click()
      await expect.element(page.getByRole('menu')).toBeVisible()
      const menu = await inspectAllStates(page.getByRole('menu').element(), withPointer)
      await userEvent.keyboard('{Escape}')
      for (const kind of ['done', 'info', 'warning', 'error'] as const)
        showToast({ kind, text: `A message: ${kind}`, action: { label: 'Undo', onClick: () => {} } })
      await expect.element(page.getByText('A message: error')).toBeVisible()
      const toasts = await inspectAllStates(page.getByRole('region', { name: 'Messages' }).element(), withPointer)

      const all = [parts, dialog, menu, toasts]
      const sum = (key: 'seen' | 'controls' | 'reached') => all.reduce((total, result) => total + result[key], 0)
      console.log(
        JSON.stringify({
          test: 'contrast',
          theme,
          width,
          counts: {
            measured: sum('seen'),
            controls: sum('controls'),
            reached: sum('reached'),
            faults: all.flatMap(({ faults }) => faults).length,
          },
        }),
      )
      expect(all.flatMap(({ faults }) => faults)).toEqual([])
      if (withPointer) expect(sum('reached')).toBeGreaterThan(0.9 * sum('controls'))
      expect(sum('seen')).toBeGreaterThan(500)
    })
  },
)

describe('the contrast check fails if', () => {
  test.each(['light', 'dark'] as const)(
    'the hover style of a pressed button makes its text too pale, %s',
    async theme => {
      document.documentElement.dataset.theme = theme
      await render(
        <>
          <style>{'[data-kind="primary"][data-kind][data-size]:hover { background: var(--brand-strong); }'}</style>
          <Button kind="primary" pressed>
            Interested
          </Button>
        </>,
      )
      const { faults } = await inspectAllStates()
      expect(
        faults.filter(fault => fault.startsWith('text of button') && fault.includes(':hover')).length,
      ).toBeGreaterThan(0)
    },
  )

  test('a focus ring is clipped or missing', async () => {
    await render(
      <>
        <div style={{ overflow: 'clip' }}>
          <Button>Cut</Button>
        </div>
        <style>{'[data-size="l"]:focus-visible { outline: none; }'}</style>
        <Button size="l">Ringless</Button>
      </>,
    )
    const { faults } = await inspectAllStates()
    expect(faults).toHaveLength(2)
    expect(faults.join()).toMatch(/“Cut” is cut by div.*no ring: button.*“Ringless”/)
  })

  test('a text is too pale because of its opacity, or because it lies over a picture', async () => {
    await render(
      <>
        <p style={{ background: 'var(--surface)', color: 'var(--ink)', opacity: 0.4 }}>Faint</p>
        <div style={{ position: 'relative', blockSize: 'var(--s-16)' }}>
          <canvas style={{ position: 'absolute', inset: 0 }} />
          <p style={{ position: 'relative', color: 'var(--on-photo)' }}>On a picture</p>
        </div>
      </>,
    )
    const { faults } = await inspectAllStates()
    expect(faults.join()).toMatch(/“Faint”.*“On a picture”/)
  })
})
