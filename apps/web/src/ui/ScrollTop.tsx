import { type ComponentType, lazy, Suspense } from 'react'
import { useScrolled } from './use-scrolled.ts'

const AFTER_PX = 140

/** Nothing to scroll is there before it; without it the tab leads to the top as well. */
const Button = lazy<ComponentType>(() =>
  import('./ScrollTopButton.tsx').then(
    ({ ScrollTopButton }) => ({ default: ScrollTopButton }),
    () => ({ default: () => null }),
  ),
)

/** Comes when the page has been scrolled. */
export const ScrollTop = () =>
  useScrolled(AFTER_PX) && (
    <Suspense>
      <Button />
    </Suspense>
  )
