import { Skeleton } from '@mantine/core';
import type { FileLocation } from 'care-platform';
import { useObjectUrl } from '../files/object-url.ts';
import { useStoredFile } from '../files/stored-image.ts';

interface Props {
  readonly file: FileLocation;
  /** Empty for a picture that only decorates the words beside it. */
  readonly alt: string;
  readonly className?: string | undefined;
}

/** A picture of the platform. Its space is kept free until it is loaded. If it is lost, its words replace it. */
export function StoredImage({ file, alt, className }: Props) {
  const { data, isError } = useStoredFile(file);
  const source = useObjectUrl(data);
  if (isError) return alt;
  return source === null ? <Skeleton className={className} /> : <img src={source} alt={alt} className={className} />;
}
