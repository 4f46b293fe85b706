import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button } from './Button.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Dialog, type DialogProps } from './Dialog.tsx'
import { Field } from './Field.tsx'
import { render, expectNoAxeViolations } from './testing/render.tsx'

const Screen = (props: Partial<DialogProps>) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <h1>Les Tilleuls</h1>
      <Button onClick={() => setOpen(true)}>Join</Button>
      {open && (
        <Dialog
          title="Log in"
          {...props}
          onClose={() => {
            setOpen(false)
            props.onClose?.()
          }}
        >
          {props.children ?? <Button>Sign in</Button>}
        </Dialog>
      )}
    </>
  )
}
const RouteButton = () => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>The way there</Button>
      {open && (
        <Dialog title="By which app" onClose={() => setOpen(false)}>
          <Button>Maps</Button>
        </Dialog>
      )}
    </>
  )
}
const opener = page.getByRole('button', { name: 'Join' })
const dialog = page.getByRole('dialog', { name: 'Log in' })

test('a dialog focuses its title, traps the tab key, and restores focus after Esc', async () => {
  await render(<Screen />)
  await opener.click()
  await expect.element(dialog).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Log in' })).toHaveFocus()
  await expectNoAxeViolations()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('button', { name: 'Close' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('Esc closes only the upper of two dialogs, and restores focus to the button in the lower dialog', async () => {
  await render(
    <Screen>
      <RouteButton />
    </Screen>,
  )
  await opener.click()
  const routeButton = page.getByRole('button', { name: 'The way there' })
  await routeButton.click()
  await expect.element(page.getByRole('dialog', { name: 'By which app' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog', { name: 'By which app' })).not.toBeInTheDocument()
  await expect.element(dialog).toBeVisible()
  await expect.element(routeButton).toHaveFocus()
})

test('a dialog focuses the field with `autoFocus`', async () => {
  await render(
    <Screen>
      <Field label="E-mail" name="email" value="" onChange={() => {}} autoFocus />
    </Screen>,
  )
  await opener.click()
  await expect.element(page.getByRole('textbox', { name: 'E-mail' })).toHaveFocus()
})

test('a confirmation focuses its cancel button', async () => {
  await render(
    <ConfirmDialog
      title="Refuse Ana?"
      text="A mail says so."
      confirmLabel="Refuse"
      icon="user-x"
      onConfirm={() => {}}
      onClose={() => {}}
    />,
  )
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus()
})

test('a dialog closes by its close button and by a click on the backdrop, not by a drag that began inside', async () => {
  const onClose = vi.fn()
  await render(<Screen onClose={onClose} />)
  await opener.click()
  await page.getByRole('button', { name: 'Close' }).click()
  expect(onClose).toHaveBeenCalledTimes(1)
  await opener.click()
  const element = dialog.element()
  const dispatchPointer = (target: Element, type: string) =>
    target.dispatchEvent(new PointerEvent(type, { bubbles: true }))
  dispatchPointer(document.querySelector('h2')!, 'pointerdown')
  dispatchPointer(element, 'pointerup')
  expect(onClose).toHaveBeenCalledTimes(1)
  dispatchPointer(element, 'pointerdown')
  dispatchPointer(element, 'pointerup')
  await expect.poll(() => onClose.mock.calls.length).toBe(2)
})

test('a dialog is a bottom sheet on a phone, and has the dimensions of its `size` on wide screens', async () => {
  await render(<Screen size="s" />)
  await opener.click()
  const box = () => dialog.element().getBoundingClientRect()
  expect(Math.round(box().width)).toBe(innerWidth)
  expect(Math.round(box().bottom)).toBe(innerHeight)
  await page.viewport(1280, 800)
  expect([box().width, box().height].map(Math.round)).toEqual([300, 280])
  await page.viewport(390, 844)
})

test('a dialog closes when the user goes back in the browser, and restores focus', async () => {
  await render(<Screen />)
  await opener.click()
  await expect.element(dialog).toBeVisible()
  await expect.poll(() => (history.state as { overlays?: number } | null)?.overlays).toBe(1)
  history.back()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('a dialog centres its illustration above the title', async () => {
  await render(<Screen illustrationUrl="data:image/gif;base64,R0lGODlhAQABAAAAACw=" hideClose />)
  await opener.click()
  const title = page.getByRole('heading', { name: 'Log in' })
  await expect.element(title).toHaveFocus()
  const picture = document.querySelector('dialog img')!.getBoundingClientRect()
  const titleBox = title.element().getBoundingClientRect()
  expect(picture.bottom).toBeLessThanOrEqual(titleBox.top)
  expect(Math.abs(picture.left + picture.width / 2 - (titleBox.left + titleBox.width / 2))).toBeLessThan(1)
  await expectNoAxeViolations()
})
