import type { ReactNode } from 'react'
import { useMissingImage } from './use-missing-image.ts'

export interface ThumbProps {
  /** The media URI of the picture, without a size. */
  uri: string
  className?: string
  children?: ReactNode
}

export const Thumb = ({ uri, className, children }: ThumbProps) => {
  // Rendering is cheap, so memoization would only add code.
  'use no memo'
  const { missing, onError } = useMissingImage(uri)
  if (missing) return children
  return <img className={className} src={`${uri}/thumb`} alt="" decoding="async" loading="lazy" onError={onError} />
}
