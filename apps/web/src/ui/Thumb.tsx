import type { ReactNode } from 'react'
import { useMissingImage } from './use-missing-image.ts'

export interface ThumbProps {
  /** A media URI without a size. */
  uri: string
  className?: string
  children?: ReactNode
}

export const Thumb = ({ uri, className, children }: ThumbProps) => {
  // So small that memoizing would be more code than rendering.
  'use no memo'
  const { missing, onError } = useMissingImage(uri)
  if (missing) return children
  return <img className={className} src={`${uri}/thumb`} alt="" decoding="async" loading="lazy" onError={onError} />
}
