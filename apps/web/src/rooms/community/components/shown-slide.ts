import { useEffect, useState, type RefObject } from 'react'

const MOSTLY = .6

/** Which slide of a scrolling strip is in view. */
export const useShownSlide = (strip: RefObject<HTMLElement | null>, count: number): number => {
  const [shown, setShown] = useState(0)
  useEffect(() => {
    const element = strip.current
    if (!element) return
    const slides = [...element.children]
    const observer = new IntersectionObserver(entries => {
      for (const entry of entries) if (entry.isIntersecting) setShown(slides.indexOf(entry.target))
    }, { root: element, threshold: MOSTLY })
    for (const slide of slides) observer.observe(slide)
    return () => observer.disconnect()
  }, [strip, count])
  return shown
}
