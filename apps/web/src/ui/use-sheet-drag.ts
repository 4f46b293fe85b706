import type { RefObject } from 'react'
import { isScrolled, useVerticalDrag } from './use-vertical-drag.ts'

/** The minimum speed of a flick that closes the sheet, in pixels per millisecond. */
const FLICK_SPEED = 0.5
const CLOSE_FRACTION = 1 / 3

/** Lets users drag a sheet down to close it. `--drawn` is the dragged fraction of the sheet's height, 0 to 1. */
export const useSheetDrag = (sheet: RefObject<HTMLDialogElement | null>, onClose: () => void): void => {
  const moveTo = (element: HTMLElement, distance: number) => {
    element.style.translate = distance > 0 ? `0 ${distance}px` : ''
    element.style.setProperty('--drawn', String(Math.min(1, distance / element.offsetHeight)))
  }
  useVerticalDrag(sheet, {
    // A drag starts only on phones, because on wide screens the dialog is not a bottom sheet.
    canStart: on =>
      matchMedia('(max-width: 699px)').matches &&
      !isScrolled(on, sheet.current!) &&
      !on.closest('input[type="range"], [data-drawn]'),
    isDrag: distance => distance > 0,
    onDrag: distance => moveTo(sheet.current!, Math.max(0, distance)),
    onEnd: (distance, speed) => {
      const element = sheet.current!
      const isFar = distance > element.offsetHeight * CLOSE_FRACTION
      const isClosing = speed !== null && (isFar ? speed > -FLICK_SPEED : speed > FLICK_SPEED)
      const duration = parseFloat(getComputedStyle(element).getPropertyValue('--calm')) || 0
      const from = element.style.translate || 'none'
      moveTo(element, isClosing ? element.offsetHeight : 0)
      element
        .animate([{ translate: from }, { translate: isClosing ? '0 100%' : 'none' }], {
          duration: duration,
          easing: 'ease-out',
        })
        .finished.then(
          () => {
            if (isClosing && element.isConnected) onClose()
          },
          () => {},
        )
    },
  })
}
