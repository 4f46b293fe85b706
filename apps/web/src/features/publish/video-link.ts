import { videoIdOf } from '@parvis/contract/publish.ts'

/** An invalid video id, sent for a link that leads to no video, so that the validation rejects the link. */
const NO_VIDEO = '?'

/** The video id to send for the link of a draft; null without a link. */
export const sentVideoId = (link: string | null): string | null => (link?.trim() ? (videoIdOf(link) ?? NO_VIDEO) : null)

export const videoUrl = (id: string | null): string | null => id && `https://youtu.be/${id}`
