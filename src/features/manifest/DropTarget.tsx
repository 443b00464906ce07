/** The area of the editor, onto which files can be dropped. */
'use client';

import { useState, type ReactNode } from 'react';
import classes from './Workbench.module.css';

interface Props {
  onFiles(files: readonly File[]): void;
  children: ReactNode;
}

export function DropTarget({ onFiles, children }: Props) {
  const [isDragging, setDragging] = useState(false);
  const carriesFile = (event: React.DragEvent): boolean => event.dataTransfer.types.includes('Files');
  return (
    <div
      className={classes.writing}
      data-dragging={isDragging || undefined}
      onDragOverCapture={(event) => {
        if (!carriesFile(event)) return;
        event.preventDefault();
        setDragging(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDragging(false);
      }}
      onDropCapture={(event) => {
        setDragging(false);
        if (!carriesFile(event)) return;
        event.preventDefault();
        event.stopPropagation();
        onFiles([...event.dataTransfer.files]);
      }}
    >
      {children}
    </div>
  );
}
