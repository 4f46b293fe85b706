import { useEffect, useState, type RefObject } from 'react'

const MOSTLY = 0.6

/** Index of the slide in view in a scrolling strip. */
export const useShownSlide = (strip: RefObject<HTMLElement | null>, count: number): number => {
  const [shown, setShown] = useState(0)
  useEffect(() => {
    const element = strip.current
    if (!element) return
    const slides = [...element.children]
    const parts = slides.map(() => 0)
    const observer = new IntersectionObserver(
      entries => {
        for (const { target, intersectionRatio } of entries) parts[slides.indexOf(target)] = intersectionRatio
        setShown(parts.indexOf(Math.max(...parts)))
      },
      { root: element, threshold: MOSTLY },
    )
    for (const slide of slides) observer.observe(slide)
    return () => observer.disconnect()
  }, [strip, count])
  return shown
}
