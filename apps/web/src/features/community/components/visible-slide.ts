import { useEffect, useState, type RefObject } from 'react'

const VISIBLE_RATIO = 0.6

/** Index of the slide in view in a scrolling strip. */
export const useVisibleSlide = (strip: RefObject<HTMLElement | null>, count: number): number => {
  const [visible, setVisible] = useState(0)
  useEffect(() => {
    const element = strip.current
    if (!element) return
    const slides = [...element.children]
    const ratios = slides.map(() => 0)
    const observer = new IntersectionObserver(
      entries => {
        for (const { target, intersectionRatio } of entries) ratios[slides.indexOf(target)] = intersectionRatio
        setVisible(ratios.indexOf(Math.max(...ratios)))
      },
      { root: element, threshold: VISIBLE_RATIO },
    )
    for (const slide of slides) observer.observe(slide)
    return () => observer.disconnect()
  }, [strip, count])
  return visible
}
