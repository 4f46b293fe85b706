import type { ReactNode } from 'react'
import { useMissingImage } from './missing-image.ts'

export interface ThumbProps {
  /** A media uri, without a size. */
  uri: string
  className?: string
  /** What stands there while the picture cannot be had. */
  children?: ReactNode
}

/** A small picture beside words that say what it shows. */
export const Thumb = ({ uri, className, children }: ThumbProps) => {
  // so small that remembering it is more code than drawing it
  'use no memo'
  const { missing, onError } = useMissingImage(uri)
  if (missing) return children
  return <img className={className} src={`${uri}/thumb`} alt="" decoding="async" loading="lazy" onError={onError} />
}
