import type { Community } from '@parvis/contract/community.ts'
import { textIn } from '@parvis/contract/language.ts'
import { useRef } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Photo } from '#web/ui/Photo.tsx'
import { photoSizes } from '#web/ui/photo-sizes.ts'
import { useVisibleSlide } from './visible-slide.ts'
import css from './Carousel.module.css'

const RATIO = 4 / 3

/** The slides of a community, with pictures and texts, scrolled by finger, wheel, arrow keys or the dots. */
export const Carousel = ({ slides }: { slides: Community['slides'] }) => {
  const { t, language } = useText()
  const strip = useRef<HTMLUListElement>(null)
  const current = useVisibleSlide(strip, slides.length)
  const scrollTo = (n: number) => strip.current?.children[n]?.scrollIntoView({ inline: 'start', block: 'nearest' })
  return (
    <div className={css.show}>
      {/* a scrolling strip must be focusable, or the arrow keys do not reach it */}
      <ul ref={strip} className={css.strip} tabIndex={0} aria-label={t('community.landing.show')}>
        {slides.map((slide, n) => (
          <li key={n} className={css.slide}>
            {slide.photo && (
              <Photo
                className={css.photo}
                media={slide.photo}
                alt={textIn(language, slide.photo, 'alt') ?? ''}
                ratio={RATIO}
                sizes={photoSizes.slide}
                eager={n === 0}
              />
            )}
            <h2>{textIn(language, slide, 'title')}</h2>
            <p>{textIn(language, slide, 'text')}</p>
          </li>
        ))}
      </ul>
      {slides.length > 1 && (
        <div className={css.dots}>
          {slides.map((slide, n) => (
            <button
              key={n}
              type="button"
              aria-current={n === current}
              aria-label={t('community.landing.slide', { n: n + 1, title: textIn(language, slide, 'title') ?? '' })}
              onClick={() => scrollTo(n)}
            />
          ))}
        </div>
      )}
    </div>
  )
}
