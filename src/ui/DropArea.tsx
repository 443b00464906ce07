/** A place to drop files on. */
'use client';

import { useState, type ReactNode } from 'react';
import classes from './DropArea.module.css';

interface Props {
  onFiles(files: readonly File[]): void;
  children: ReactNode;
}

export function DropArea({ onFiles, children }: Props) {
  const [isDragging, setDragging] = useState(false);
  return (
    <div
      className={classes.drop}
      data-dragging={isDragging || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setDragging(true);
      }}
      onDragLeave={() => setDragging(false)}
      onDrop={(event) => {
        event.preventDefault();
        setDragging(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      {children}
    </div>
  );
}
