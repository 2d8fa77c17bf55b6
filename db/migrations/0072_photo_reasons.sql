-- Photos that a report removed for these reasons told their owners that the law forbids them. The first decision removed the photo.
UPDATE photos SET rejected_for = first.reason
FROM (
  SELECT r.object_id AS photo, r.reported_id AS owner, d.reason, min(d.created_at)
  FROM decisions d JOIN reports r ON r.id = d.report_id
  WHERE d.kind = 'content_removed' AND r.kind = 'photo' GROUP BY r.object_id
) AS first
WHERE photos.id = first.photo AND photos.profile_id = first.owner AND first.reason IN ('minor', 'harassment', 'scam')
  AND photos.status = 'rejected' AND photos.rejected_for = 'illegal'
  AND NOT EXISTS (SELECT 1 FROM work_items w WHERE w.member_id = photos.profile_id AND w.kind = 'photo'
    AND w.object_id = photos.id AND w.state = 'done' AND w.reason = 'illegal');
