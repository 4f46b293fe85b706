import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { IconButton } from './IconButton.tsx'
import { Menu, MenuGroup, MenuItem } from './Menu.tsx'
import { render, expectNoAxeViolations } from './testing/render.tsx'
import { ToastRegion } from './Toast.tsx'
import { useMenu } from './use-menu.ts'

const Account = ({ onSelect = vi.fn() }) => {
  const { button, panel, part } = useMenu(() => Promise.resolve({ Menu, MenuGroup, MenuItem }))
  return (
    <>
      <IconButton icon="user" label="My account" {...button} />
      {part && (
        <part.Menu menu={panel} label="Account">
          <part.MenuGroup label="Theme">
            <part.MenuItem checked onClick={() => onSelect('light')}>
              Light
            </part.MenuItem>
            <part.MenuItem checked={false} onClick={() => onSelect('dark')}>
              Dark
            </part.MenuItem>
          </part.MenuGroup>
          <part.MenuItem icon="log-out" onClick={() => onSelect('out')}>
            Log out
          </part.MenuItem>
        </part.Menu>
      )}
    </>
  )
}
const opener = page.getByRole('button', { name: 'My account' })
const item = (name: string) => page.getByText(name, { exact: true }).element().closest('button')

test('a menu loads when the pointer or the focus reaches its button, before it is opened', async () => {
  const load = vi.fn(() => Promise.resolve({ Menu }))
  const Opener = () => <IconButton icon="user" label="My account" {...useMenu(load).button} />
  await render(<Opener />)
  await opener.hover()
  expect(load).toHaveBeenCalledOnce()
  opener.element().focus()
  expect(load).toHaveBeenCalledTimes(2)
  await expect.element(opener).toHaveAttribute('aria-expanded', 'false')
})

test('a menu focuses its first item when it opens, moves focus by arrow keys, and restores focus after Esc', async () => {
  await render(<Account />)
  await expect.element(opener).toHaveAttribute('aria-expanded', 'false')
  await opener.click()
  await expect.element(page.getByRole('menu', { name: 'Account' })).toBeVisible()
  await expect.poll(() => document.activeElement).toBe(item('Light'))
  await expect.element(opener).toHaveAttribute('aria-expanded', 'true')
  await expectNoAxeViolations()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(item('Dark'))
  await userEvent.keyboard('{End}')
  expect(document.activeElement).toBe(item('Log out'))
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(item('Light'))
  await userEvent.keyboard('{Escape}')
  await expect.element(opener).toHaveFocus()
  await expect.element(opener).toHaveAttribute('aria-expanded', 'false')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => document.activeElement).toBe(item('Light'))
  await opener.click()
  await expect.element(opener).toHaveAttribute('aria-expanded', 'false')
})

test('a menu whose module fails to load shows a toast, and the next click loads the module', async () => {
  let isAvailable = false
  const UnreliableMenu = () => {
    const { button, panel, part } = useMenu(() =>
      isAvailable ? Promise.resolve({ Menu }) : Promise.reject(new Error('offline')),
    )
    return (
      <>
        <IconButton icon="user" label="My account" {...button} />
        {part && (
          <part.Menu menu={panel} label="Account">
            Here
          </part.Menu>
        )}
        <ToastRegion />
      </>
    )
  }
  await render(<UnreliableMenu />)
  await opener.click()
  await expect.element(page.getByText('Network issue: unable to contact server')).toBeVisible()
  isAvailable = true
  await opener.click()
  await expect.element(page.getByRole('menu', { name: 'Account' })).toBeVisible()
})

test('a click on a menu item calls its handler and closes the menu; the selected item is marked', async () => {
  const onSelect = vi.fn()
  await render(<Account onSelect={onSelect} />)
  await opener.click()
  await expect.element(page.getByRole('menuitemradio', { name: 'Light' })).toHaveAttribute('aria-checked', 'true')
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  expect(onSelect).toHaveBeenCalledWith('dark')
  await expect.element(opener).toHaveAttribute('aria-expanded', 'false')
})

test('an open menu does not extend beyond the window', async () => {
  await render(<Account />)
  await opener.click()
  const { left, right, top, bottom } = page.getByRole('menu').element().getBoundingClientRect()
  expect(Math.min(left, top)).toBeGreaterThanOrEqual(0)
  expect(right).toBeLessThanOrEqual(innerWidth)
  expect(bottom).toBeLessThanOrEqual(innerHeight)
})
