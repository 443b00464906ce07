-- Written anew by most turns and read as it is: packing it costs more than it saves, as with the other views beside it.
ALTER TABLE "impact_snapshot" ALTER COLUMN "openIncidents" SET STORAGE EXTERNAL;
