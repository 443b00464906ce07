'use client';
export function BlastRadiusPage() { return null; }
