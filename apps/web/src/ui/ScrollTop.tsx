import { type ComponentType, lazy, Suspense } from 'react'
import { useScrolled } from './use-scrolled.ts'

const THRESHOLD_PX = 140

/** Imported once the page is scrolled. If it fails to load, a click on the active tab still scrolls to the top. */
const Button = lazy<ComponentType>(() =>
  import('./ScrollTopButton.tsx').then(
    ({ ScrollTopButton }) => ({ default: ScrollTopButton }),
    () => ({ default: () => null }),
  ),
)

export const ScrollTop = () =>
  useScrolled(THRESHOLD_PX) && (
    <Suspense>
      <Button />
    </Suspense>
  )
